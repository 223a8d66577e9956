import type { RegisteredRoute } from '../../http/registered-routes.ts';
import { callsOf } from '../permissions/table.ts';
import type { JsonSchema } from './from-schema.ts';

/** One call of the API, and what its document says of the body; null where it says nothing. */
export type Operation = {
  method: string;
  /** With its parameters as `{id}`. */
  path: string;
  body: JsonSchema | null;
  query: Record<string, JsonSchema>;
};

type Described = {
  parameters?: { name: string; in: string; schema?: JsonSchema }[];
  requestBody?: { content?: Record<string, { schema?: JsonSchema }> };
};
type Document = { paths: Record<string, Record<string, Described>> };

const text: JsonSchema = { type: 'string' };
/** Fields that the provider's calls read, which no document describes. */
const identityBody: JsonSchema = {
  type: 'object',
  properties: {
    name: text,
    email: text,
    password: text,
    newPassword: text,
    currentPassword: text,
    token: text,
    code: text,
    provider: text,
    callbackURL: { const: '/?emailVerified=true' },
    redirectTo: { const: '/?resetPassword=true' },
  },
};

/** Every call that a shop serves, documented or not. */
export async function listOperations(shop: {
  fetch: (path: string) => Promise<Response>;
  routes: () => RegisteredRoute[];
}): Promise<Operation[]> {
  const document: Document = JSON.parse(await (await shop.fetch('/api/openapi.json')).text());
  return callsOf(shop.routes()).map((call) => {
    const [method = '', path = ''] = call.split(' ');
    const described = document.paths[path]?.[method.toLowerCase()];
    const body = described?.requestBody?.content?.['application/json']?.schema;
    const query = (described?.parameters ?? []).filter((each) => each.in === 'query');
    return {
      method,
      path,
      body: body ?? (path.startsWith('/api/identity/') && method !== 'GET' ? identityBody : null),
      query: Object.fromEntries(query.map(({ name, schema = {} }) => [name, schema])),
    };
  });
}

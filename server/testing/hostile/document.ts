import type { RegisteredRoute } from '#server/http/openapi.ts';
import { callsOf } from '#server/testing/permissions/table.ts';
import type { JsonSchema } from './from-schema.ts';

const IDENTITY = '/api/identity/';

/** One call of the API, with the schema of its body; null for none. */
export type Operation = {
  method: string;
  /** With parameters such as `{id}`. */
  path: string;
  body: JsonSchema | null;
  query: Record<string, JsonSchema>;
  /** Name of the file's field, for a call that accepts a form. */
  file: string | null;
};

type Described = {
  parameters?: { name: string; in: string; schema?: JsonSchema }[];
  requestBody?: { content?: Record<string, { schema?: JsonSchema }> };
};
type Document = { paths: Record<string, Record<string, Described>> };

/** Fields of the identity provider's calls, which are not in the API's document. */
const identityFields: Readonly<Record<string, readonly string[]>> = {
  'sign-up/email': ['name', 'email', 'password'],
  'sign-in/email': ['email', 'password'],
  'sign-in/social': ['provider'],
  'change-password': ['currentPassword', 'newPassword'],
  'request-password-reset': ['email', 'redirectTo'],
  'reset-password': ['newPassword', 'token'],
  'send-verification-email': ['callbackURL'],
  'verify-email': ['token'],
  'reject-account': ['token'],
};

/** The only return link that each call accepts. */
const returnLinks: Readonly<Record<string, JsonSchema>> = {
  callbackURL: { const: '/?emailVerified=true' },
  redirectTo: { const: '/?resetPassword=true' },
};

function identityBody(path: string): JsonSchema {
  const names = identityFields[path.slice(IDENTITY.length)] ?? [];
  const fields = names.map((name) => [name, { type: 'string', ...returnLinks[name] }]);
  return { type: 'object', properties: Object.fromEntries(fields) };
}

/** Returns every call that a shop serves, documented or not. */
export async function listOperations(shop: {
  fetch: (path: string) => Promise<Response>;
  routes: () => RegisteredRoute[];
}): Promise<Operation[]> {
  const document: Document = JSON.parse(await (await shop.fetch('/api/openapi.json')).text());
  return callsOf(shop.routes()).map((call) => {
    const [method = '', path = ''] = call.split(' ');
    const described = document.paths[path]?.[method.toLowerCase()];
    const body = described?.requestBody?.content?.['application/json']?.schema;
    const form = described?.requestBody?.content?.['multipart/form-data']?.schema?.properties ?? {};
    const query = (described?.parameters ?? []).filter((each) => each.in === 'query');
    return {
      method,
      path,
      body: body ?? (path.startsWith(IDENTITY) && method !== 'GET' ? identityBody(path) : null),
      query: Object.fromEntries(query.map(({ name, schema = {} }) => [name, schema])),
      file: Object.keys(form).find((name) => form[name]?.format === 'binary') ?? null,
    };
  });
}

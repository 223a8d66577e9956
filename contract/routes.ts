import type { FileRoute, Route } from './base/route.ts';
import * as modules from './calls.ts';

type Call = Route | FileRoute;

/** What the files export that is a route, by its name: its operation id in the OpenAPI document. */
const calls = [
  ...Object.values(modules).flatMap((module) => Object.entries<unknown>(module)),
  ...Object.entries(modules.settingsAdmin.saveSettings).map(
    ([group, route]) => [`save${group.charAt(0).toUpperCase()}${group.slice(1)}`, route] as const,
  ),
].flatMap(([name, exported]) => (isCall(exported) ? [{ name, call: exported }] : []));

function isCall(exported: unknown): exported is Call {
  const isObject = typeof exported === 'object' && exported !== null;
  return isObject && 'method' in exported && 'path' in exported;
}

/** All routes of the API. The server refuses to start if one has no handler. */
export const routes: readonly Route[] = calls.flatMap(({ call }) => ('answer' in call ? call : []));

export const files: readonly FileRoute[] = calls.flatMap(({ call }) =>
  'file' in call ? call : [],
);

const names = new Map(calls.map(({ name, call }) => [call.path + call.method, name]));

/** Returns the operation id of a route in the OpenAPI document. */
export function nameOf({ path, method }: Pick<Route, 'path' | 'method'>): string | undefined {
  return names.get(path + method);
}

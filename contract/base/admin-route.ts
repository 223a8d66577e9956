import type { FileRoute, Rest, Route } from './route.ts';

/** Returns a route that only admins may call, like `defineRoute`. */
export function adminRoute<
  const Method extends Route['method'],
  const Path extends string,
  const R extends Rest<Route, 'auth'>,
>(method: Method, path: Path, rest: R) {
  return { method, path, auth: 'admin' as const, ...rest };
}

/** Returns a file that an admin downloads. */
export function adminFile<const Path extends string, const R extends Rest<FileRoute, 'auth'>>(
  path: Path,
  rest: R,
) {
  return { method: 'GET' as const, path, auth: 'admin' as const, ...rest };
}

import { createHash } from 'node:crypto';

/** @returns the sources by which a policy allows the scripts that the built page itself holds */
export function inlineScriptSources(template: string): string[] {
  return [...template.matchAll(/<script[^>]*>(.*?)<\/script>/gs)].map(
    ([, script = '']) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`,
  );
}

/** @param policy a Content-Security-Policy */
export function allowScripts(policy: string, sources: readonly string[]): string {
  return policy.replace(/script-src[^;]*/, (rule) => [rule, ...sources].join(' '));
}

import { QueryObserver } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { FreshQueryClient } from './Queries.tsx';

test('an answer that is older than a change is not taken for the one after it', async () => {
  const client = new FreshQueryClient();
  const answers = ['old', 'new'].map((text) => ({ text, ...Promise.withResolvers<string>() }));
  let sent = 0;
  const list = new QueryObserver(client, {
    queryKey: ['list'],
    queryFn: () => answers[sent++]?.promise ?? 'none',
  });
  const stop = list.subscribe(() => undefined);
  const refreshed = client.invalidateQueries({ queryKey: ['list'] });
  for (const { text, resolve } of answers) resolve(text);
  await refreshed;
  expect(list.getCurrentResult().data).toBe('new');
  stop();
  client.clear();
});

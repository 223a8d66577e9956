import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createNotifier } from './notifier.ts';

test('a notification of a queue wakes its listeners, one without a queue wakes all', async () => {
  const { notify, next } = createNotifier();
  const woken: string[] = [];
  void next(['slow']).then(() => woken.push('slow'));
  void next(['account', 'general']).then(() => woken.push('any'));
  notify('general');
  await sleep(0);
  expect(woken).toEqual(['any']);
  notify();
  await sleep(0);
  expect(woken).toEqual(['any', 'slow']);
});

import type { FastifyInstance } from 'fastify';
import * as calls from '#contract/workshop.ts';
import { ShopError } from '#domain/errors.ts';
import { keysOf } from '#domain/keys.ts';
import { MARKS, type Mark } from '#domain/order-stage.ts';
import type { Context } from '../../context.ts';
import { serve, succeed } from '../../http/route.ts';
import { changed, changeTarget } from '../orders/change-call.ts';
import { changeEach } from '../orders/change-each.ts';
import { removeMark, setMark } from './change-mark.ts';
import { readWorkshop } from './read-workshop.ts';

export function workshopAdminRoutes(app: FastifyInstance, context: Context): void {
  serve(app, calls.readWorkshop, async ({ query }) =>
    succeed(await readWorkshop(context.db.queries, query)),
  );
  serve(app, calls.setMark, async (call) => {
    const mark = readMark(call.params);
    const order = await setMark(context, changeTarget(call), { mark, ...call.body });
    return changed(call, 'Marca guardada', order);
  });
  serve(app, calls.removeMark, async (call) => {
    const order = await removeMark(context, changeTarget(call), readMark(call.params));
    return changed(call, 'Marca quitada', order);
  });
  serve(app, calls.setMarks, async ({ body: { orders, isSet, ...step }, buyer }) =>
    succeed(
      await changeEach(buyer.uid, orders, (target) =>
        isSet ? setMark(context, target, step) : removeMark(context, target, step.mark),
      ),
    ),
  );
}

/** @throws ShopError `not_found` for a mark that there is not */
function readMark({ mark }: { mark: string }): Mark {
  const known = keysOf(MARKS).find((each) => each === mark);
  if (!known) throw new ShopError('not_found');
  return known;
}

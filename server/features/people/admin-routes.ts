import type { FastifyInstance } from 'fastify';
import * as calls from '#contract/people-admin.ts';
import { ShopError } from '#domain/errors.ts';
import type { Context } from '../../context.ts';
import { serve, succeed } from '../../http/route.ts';
import { changeAccess, changeRole } from './change-user.ts';
import { countUsers, listUsers, presentUser } from './find-users.ts';
import { findPerson } from './repo.ts';

export function peopleAdminRoutes(app: FastifyInstance, context: Context): void {
  const { config, db } = context;

  serve(app, calls.listUsers, async ({ query }) => succeed(await listUsers(context, query)));

  serve(app, calls.readUserStats, async () => succeed({ stats: await countUsers(context) }));

  serve(app, calls.readUser, async ({ params: { uid } }) => {
    const person = await findPerson(db.queries, uid);
    if (!person) throw new ShopError('not_found');
    return succeed({ user: presentUser(config, person) });
  });

  serve(app, calls.changeUserRole, async ({ params: { uid }, body, buyer }) => {
    const user = await changeRole(context, buyer.uid, { uid, ...body });
    return succeed({ message: 'Rol actualizado', user });
  });

  serve(app, calls.changeUserStatus, async ({ params: { uid }, body, buyer }) => {
    const user = await changeAccess(context, buyer.uid, { uid, ...body });
    const message = user.isActive ? 'Cuenta activada' : 'Cuenta desactivada';
    return succeed({ message, user });
  });
}

import type { FastifyInstance } from 'fastify';
import * as calls from '#contract/production/pictures.ts';
import type { Context } from '#server/context.ts';
import { changeWith } from '#server/features/orders/change-call.ts';
import { limitRate } from '#server/http/limits.ts';
import { serve, succeed } from '#server/http/route.ts';
import {
  mailPictureLink,
  replacePicture,
  requestPictures,
  viewRequest,
  withdrawRequest,
} from './picture-requests/picture-requests.ts';

export function pictureRoutes(app: FastifyInstance, context: Context): void {
  const limited = (name: string, points: number) => ({
    onRequest: [limitRate(context, { name, points, seconds: 3600 })],
  });
  serve(
    app,
    calls.requestPictureLink,
    async ({ body, buyer }) => {
      await mailPictureLink(context, { ...body, buyer });
      return succeed({ message: 'Te enviamos un enlace al correo de este pedido' });
    },
    limited('picture-link', 30),
  );
  serve(
    app,
    calls.viewPictureRequest,
    async ({ body: { token } }) => succeed(await viewRequest(context, token)),
    limited('picture-view', 600),
  );
  serve(
    app,
    calls.replacePicture,
    async ({ body, request }) => {
      const left = await replacePicture(context, { ...body, address: request.ip });
      return succeed({ message: '¡Gracias! Ya tenemos tu nueva imagen', left });
    },
    limited('picture', 300),
  );
}

export function pictureAdminRoutes(app: FastifyInstance, context: Context): void {
  const change = changeWith(context);
  serve(app, calls.requestPictures, change('Pedimos otra imagen por correo', requestPictures));
  serve(
    app,
    calls.withdrawPictureRequest,
    change('El pedido sigue con sus imágenes', withdrawRequest),
  );
}

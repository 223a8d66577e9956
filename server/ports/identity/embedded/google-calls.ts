import { refuse } from '../answers.ts';
import { textOf } from '../body.ts';
import type { IdentityCall, IdentityRequest } from '../identity.ts';
import type { CallParts } from './call-parts.ts';
import { googleCallback } from './google-callback.ts';
import { POPUP_PATH, popupPage } from './popup-page.ts';
import { askAuth, passOn } from './relay.ts';

/** Google's side door: a popup that ends on a page of ours, which tells its opener. */
export async function googleCalls(shared: CallParts): Promise<IdentityCall[]> {
  const { options, provider, attempts } = shared;

  async function answerStart(request: IdentityRequest): Promise<Response> {
    if (!options.google || textOf(request, 'provider') !== 'google') {
      return refuse(404, 'PROVIDER_NOT_FOUND');
    }
    await attempts.count([['google', request.ip]]);
    const popupUrl = `${options.publicUrl()}/api/identity${POPUP_PATH}`;
    const answer = await askAuth(await provider.googleAuth(), request, {
      path: '/sign-in/social',
      body: {
        provider: 'google',
        callbackURL: popupUrl,
        errorCallbackURL: popupUrl,
        disableRedirect: true,
      },
      publicUrl: options.publicUrl(),
    });
    return passOn(answer);
  }

  return [
    { method: 'POST', path: '/sign-in/social', answer: answerStart },
    googleCallback(shared),
    ...(await popupPage()),
  ];
}

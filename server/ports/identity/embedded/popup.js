// The end of a sign-in at Google: sends the result to the page that opened this window.
const message = {
  source: 'pines-identity',
  error: new URLSearchParams(location.search).get('error'),
};
new BroadcastChannel('pines-identity').postMessage(message);
window.opener?.postMessage(message, location.origin);
history.replaceState(null, '', location.pathname);
window.close();

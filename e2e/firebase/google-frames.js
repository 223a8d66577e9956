// Replaces https://apis.google.com/js/api.js, which tests must not request: the few calls between
// Firebase's library in the page and the emulator's frame, told apart by the window that sends a
// message. Journeys serve it to both.
(() => {
  const waiting = new Map();
  const handlers = new Map();
  let peer = window.parent === window ? null : window.parent;
  let count = 0;

  addEventListener('message', async ({ data, source }) => {
    if (source !== peer || data?.kind === undefined) return;
    if (data.kind === 'answer') return waiting.get(data.id)?.([data.answer]);
    if (data.kind !== 'call') return;
    while (!handlers.has(data.name)) await new Promise((resolve) => setTimeout(resolve, 20));
    const answer = await handlers.get(data.name)(data.content);
    peer.postMessage({ kind: 'answer', id: data.id, answer }, '*');
  });

  const other = {
    register: (name, handler) => void handlers.set(name, handler),
    send(name, content, done) {
      const id = `${location.host} ${++count}`;
      waiting.set(id, done);
      peer.postMessage({ kind: 'call', id, name, content }, '*');
    },
    // The frame can receive messages once it has loaded its own copy of this script.
    ping: async (done) => done([true]),
    restyle: () => undefined,
  };

  window.gapi = {
    load: (_name, { callback }) => callback(),
    iframes: {
      Iframe: Object,
      CROSS_ORIGIN_IFRAMES_FILTER: 'all',
      getContext: () => ({
        getParentIframe: () => other,
        open({ url, where, attributes }, done) {
          const frame = document.createElement('iframe');
          Object.assign(frame.style, attributes.style);
          frame.src = url;
          where.append(frame);
          peer = frame.contentWindow;
          return new Promise((resolve) => {
            frame.onload = () => resolve(done(other));
          });
        },
      }),
    },
  };
  const { searchParams } = new URL(document.currentScript.src);
  const loaded = searchParams.get('onload') ?? 'gapi_onload';
  window[loaded]?.();
})();

import type { Page } from '@playwright/test';

/**
 * Replaces Google's script: the part of its interface that the shop's adapter uses, written from
 * Google's reference. It runs in the page, so it cannot use anything outside this function.
 */
function installGoogle() {
  type Point = { lat: number; lng: number };
  type Listener = (event: { latLng: { toJSON: () => Point } }) => void;
  const WORLD = 256;
  const toLatLng = (point: Point) => ({ ...point, toJSON: () => ({ ...point }) });
  const project = ({ lat, lng }: Point, zoom: number) => {
    const size = WORLD * 2 ** zoom;
    const north = Math.asinh(Math.tan((lat * Math.PI) / 180));
    return { x: (size * (lng + 180)) / 360, y: (size * (1 - north / Math.PI)) / 2 };
  };
  const unproject = ({ x, y }: { x: number; y: number }, zoom: number): Point => {
    const size = WORLD * 2 ** zoom;
    const lat = (Math.atan(Math.sinh(Math.PI * (1 - (2 * y) / size))) * 180) / Math.PI;
    return { lat, lng: (x / size) * 360 - 180 };
  };
  const state: { key: string | null; asked: unknown[]; view: Point & { zoom: number } } = {
    key: new URL(
      document.querySelector<HTMLScriptElement>('script[src*="maps.googleapis"]')?.src ?? '',
    ).searchParams.get('key'),
    asked: [],
    view: { lat: 0, lng: 0, zoom: 0 },
  };

  const emitter = () => {
    const listeners = new Map<string, Listener[]>();
    return {
      on: (name: string, listener: Listener) =>
        void listeners.set(name, [...(listeners.get(name) ?? []), listener]),
      fire: (name: string, point: Point) => {
        for (const listener of listeners.get(name) ?? []) listener({ latLng: toLatLng(point) });
      },
    };
  };

  function GoogleMap(frame: HTMLElement, options: { center: Point; zoom: number; mapId?: string }) {
    const { on, fire } = emitter();
    const view = { centre: options.center, zoom: options.zoom };
    const redraws = new Set<() => void>();
    frame.style.position = 'relative';
    frame.style.background = '#dde';
    const size = () => ({ w: frame.clientWidth, h: frame.clientHeight });
    const place = (point: Point) => {
      const at = project(point, view.zoom);
      const centre = project(view.centre, view.zoom);
      return { x: at.x - centre.x + size().w / 2, y: at.y - centre.y + size().h / 2 };
    };
    const pointAt = (x: number, y: number) => {
      const centre = project(view.centre, view.zoom);
      return unproject(
        { x: centre.x + x - size().w / 2, y: centre.y + y - size().h / 2 },
        view.zoom,
      );
    };
    const pointOf = ({ clientX, clientY }: { clientX: number; clientY: number }) => {
      const box = frame.getBoundingClientRect();
      return pointAt(clientX - box.left, clientY - box.top);
    };
    const draw = () => {
      state.view = { ...view.centre, zoom: view.zoom };
      for (const redraw of redraws) redraw();
    };
    frame.addEventListener('click', (event) => fire('click', pointOf(event)));
    draw();
    return {
      frame,
      place,
      pointOf,
      redraws,
      addListener: on,
      getCenter: () => toLatLng(view.centre),
      getZoom: () => view.zoom,
      setCenter: (centre: Point) => {
        view.centre = centre;
        draw();
      },
      panTo: (centre: Point) => {
        view.centre = centre;
        draw();
      },
      setZoom: (zoom: number) => {
        view.zoom = zoom;
        draw();
      },
      getBounds: () => ({
        contains: (point: Point) => {
          const { x, y } = place(point);
          return x >= 0 && y >= 0 && x <= size().w && y <= size().h;
        },
      }),
    };
  }
  type MapDouble = ReturnType<typeof GoogleMap>;

  function AdvancedMarkerElement({ content }: { content: HTMLElement; gmpDraggable: boolean }) {
    const { on, fire } = emitter();
    const own: { map: MapDouble | null; position: Point | null } = { map: null, position: null };
    const holder = document.createElement('div');
    holder.append(content);
    // The bottom of the content is on the point, like the real one.
    holder.style.cssText = 'position:absolute;transform:translate(-50%,-100%);touch-action:none';
    const draw = () => {
      if (!own.map || !own.position) {
        holder.remove();
        return;
      }
      const { x, y } = own.map.place(own.position);
      holder.style.left = `${x}px`;
      holder.style.top = `${y}px`;
      own.map.frame.append(holder);
    };
    holder.addEventListener('click', (event) => event.stopPropagation());
    holder.addEventListener('pointerdown', (down) => {
      holder.setPointerCapture(down.pointerId);
      const move = (event: PointerEvent) => {
        if (own.map) own.position = own.map.pointOf(event);
        draw();
      };
      holder.addEventListener('pointermove', move);
      holder.addEventListener(
        'pointerup',
        () => {
          holder.removeEventListener('pointermove', move);
          if (own.position) fire('dragend', own.position);
        },
        { once: true },
      );
    });
    return {
      addListener: on,
      get position() {
        return own.position;
      },
      set position(position: Point | null) {
        own.position = position;
        draw();
      },
      get map() {
        return own.map;
      },
      set map(map: MapDouble | null) {
        own.map?.redraws.delete(draw);
        own.map = map;
        map?.redraws.add(draw);
        draw();
      },
    };
  }

  function Geocoder() {
    return {
      geocode: async (request: { address: string }) => {
        state.asked.push(request);
        const known: Record<string, Point> = { 'Ránquil, Chile': { lat: -36.65, lng: -72.55 } };
        const point = known[request.address];
        if (!point) throw new Error('ZERO_RESULTS');
        return { results: [{ geometry: { location: toLatLng(point) } }] };
      },
    };
  }

  const libraries: Record<string, unknown> = {
    maps: { Map: GoogleMap },
    marker: { AdvancedMarkerElement },
    geocoding: { Geocoder },
  };
  const { maps } = Reflect.get(window, 'google');
  maps.importLibrary = async (name: string) => libraries[name];
  Reflect.set(window, 'googleDouble', state);
  maps.__ib__();
}

const SCRIPT = 'https://maps.googleapis.com/maps/api/js**';

/** Serves the double instead of Google's script. */
export async function serveGoogle(page: Page) {
  await page.route(SCRIPT, (route) =>
    route.fulfill({ contentType: 'text/javascript', body: `(${installGoogle})()` }),
  );
}

/** Blocks Google's script, like an ad blocker or a broken connection. */
export async function blockGoogle(page: Page) {
  await page.route('https://maps.googleapis.com/**', (route) => route.abort());
}

type Seen = {
  key: string | null;
  asked: unknown[];
  view: { lat: number; lng: number; zoom: number };
};

/** Returns what the double has recorded; nothing until its script is loaded. */
export function readGoogle(page: Page) {
  return page.evaluate(
    (): Seen =>
      Reflect.get(window, 'googleDouble') ?? {
        key: null,
        asked: [],
        view: { lat: 0, lng: 0, zoom: -1 },
      },
  );
}

import { useEffect, useLayoutEffect, useState } from 'react';
import { checkAdmin } from '#contract/people/people.ts';
import { DiscountsTab } from '#web/features/discounts/admin/DiscountsTab.tsx';
import { OrderWindow } from '#web/features/orders/admin/detail/OrderWindow.tsx';
import { OrdersTab } from '#web/features/orders/admin/list/OrdersTab.tsx';
import { SalesTab } from '#web/features/payments/sales/SalesTab.tsx';
import { UsersTab } from '#web/features/people/admin/UsersTab.tsx';
import { Reauthentication } from '#web/features/people/Reauthentication.tsx';
import { WorkshopTab } from '#web/features/production/admin/WorkshopTab.tsx';
import { TodayCount } from '#web/features/today/TodayCount.tsx';
import { accountOf, useAccountState } from '#web/lib/account.ts';
import { callApi } from '#web/lib/api.ts';
import { type Panel, panel as store } from '#web/lib/levels.ts';
import { createLoader } from '#web/lib/loader.ts';
import { useOverlay } from '#web/lib/overlays.ts';
import { openSignIn } from '#web/lib/sign-in.ts';
import { AdminPanel } from '#web/panel/AdminPanel.tsx';
import { Failed } from '#web/panel/Failure.tsx';
import {
  keepLastTab,
  type OrderWindowProps,
  type PanelPlace,
  type PanelTab,
  readPanelQuery,
  useNoted,
  writePanelQuery,
} from '#web/panel/tab-place.ts';
import { Actions } from '#web/ui/Actions.tsx';
import { Button } from '#web/ui/Button.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { LoadedPart } from '#web/ui/LoadedPart.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import { leaveTyped } from '#web/ui/unsaved.ts';

type Props = { panel: Panel; onClose: () => void };

/** The shop's answer about the account that opens the panel. */
type AdminCheck = { uid: string; isAdmin: boolean; error?: unknown };

/** The placeholder of a tab whose code is loaded when it is first shown. */
const waitFor = (lines: number) => <Skeleton lines={lines} height="7rem" />;

/** Shows the panel to admins, a sign-in to guests and an explanation to others. */
export function PanelDoor({ panel, onClose }: Props) {
  const state = useAccountState();
  const account = accountOf(state);
  const [check, setCheck] = useState<AdminCheck | null>(null);
  const uid = account?.uid;
  // An admin stays admitted until they sign out or another user signs in.
  if (uid && account.isAdmin && !(check?.isAdmin && check.uid === uid)) {
    setCheck({ uid, isAdmin: true });
  }
  const isGuest = state.name === 'guest';
  const isIn = check?.isAdmin === true && (isGuest || check.uid === uid);
  const isTurnedAway = check?.isAdmin === false && check.uid === uid;
  const isSettled = isIn || isGuest || isTurnedAway;
  const isAsking = state.name === 'signedIn' && !isSettled;

  useLayoutEffect(() => {
    const now = store.get();
    if (now && now.isReady !== isSettled) store.set({ ...now, isReady: isSettled });
  }, [isSettled]);
  useEffect(() => {
    if (!isAsking || !uid) return;
    callApi(checkAdmin).then(
      ({ isAdmin }) => setCheck({ uid, isAdmin }),
      (error: unknown) => setCheck({ uid, isAdmin: false, error }),
    );
  }, [isAsking, uid]);
  useEffect(() => {
    if (isGuest && !isIn) openSignIn();
  }, [isGuest, isIn]);

  if (isIn) return <OwnerPanel panel={panel} onClose={onClose} />;
  if (!isGuest && !isTurnedAway) return null;
  return (
    <Dialog title="Panel de administración" width="narrow" onClose={onClose}>
      {isGuest && <p>Inicia sesión con una cuenta de administración para ver esta página.</p>}
      {isTurnedAway && !check.error && (
        <p>
          Esta página es para quien administra la tienda. Tu cuenta no tiene permiso para verla.
        </p>
      )}
      {isTurnedAway && (
        <Failed
          what="No pudimos comprobar tus permisos"
          error={check.error}
          onRetry={() => setCheck(null)}
        />
      )}
      <Actions>
        <Button variant={isGuest ? 'secondary' : 'primary'} onClick={onClose}>
          {isGuest ? 'Volver a la tienda' : 'Entendido'}
        </Button>
        {isGuest && <Button onClick={() => openSignIn()}>Iniciar Sesión</Button>}
      </Actions>
    </Dialog>
  );
}

const today = createLoader('today tab', () => import('#web/features/today/TodayTab.tsx'));
const health = createLoader('health tab', () => import('#web/features/health/HealthTab.tsx'));
const settings = createLoader('settings tab', () => import('./ShopSettings.tsx'));

type OwnerPanelProps = { panel: Panel; onClose: () => void };

const isSame = (one: Panel, other: Panel) => one.query === other.query && one.past === other.past;

/** Opens another place of the panel and updates the URL. */
function go(place: PanelPlace, tabsOn: 0 | 1 = 0) {
  const now = store.get();
  if (!now) return;
  const next = { ...now, query: writePanelQuery(place), past: now.past + tabsOn };
  if (!isSame(now, next)) store.set(next);
}

function OwnerPanel({ panel, onClose }: OwnerPanelProps) {
  const place = readPanelQuery(panel.query);
  const [left, setLeft] = useState<Partial<Record<PanelTab, PanelPlace>>>({});
  // A window over the panel opens only after the panel itself.
  const [isStanding, setStanding] = useState(false);
  useLayoutEffect(() => setStanding(true), []);
  const isCovered = useOverlay()?.name === 'profile';
  useNoted(place.tab, (tab) => {
    keepLastTab(tab);
    go(place);
  });

  const choose = (tab: PanelTab) => {
    if (tab === place.tab) return;
    leaveTyped(() => {
      setLeft({ ...left, [place.tab]: place });
      go(left[tab] ?? { tab, id: null, filters: {} }, 1);
    });
  };
  // A new visit of a tab starts with the filters of its URL.
  const visit = panel.past;
  const tab = {
    filters: place.filters,
    onFilters: (filters: PanelPlace['filters']) => go({ ...place, filters }),
    open: isStanding ? place.id : null,
    onOpen: (id: string | null) =>
      id === null ? go({ ...place, id }) : leaveTyped(() => go({ ...place, id })),
    orderWindow: (props: OrderWindowProps) => <OrderWindow key={props.id} {...props} />,
  };
  return (
    <AdminPanel
      chosen={place.tab}
      onChoose={choose}
      onClose={onClose}
      tabs={[
        { name: 'pedidos', label: 'Pedidos', content: <OrdersTab key={visit} {...tab} /> },
        {
          name: 'hoy',
          label: 'Hoy',
          note: <TodayCount place={`${place.tab}/${place.id}`} isListOpen={place.tab === 'hoy'} />,
          content: (
            <LoadedPart
              loader={today}
              failure="No pudimos abrir la lista de hoy."
              waiting={waitFor(4)}
            >
              {({ TodayTab }) => <TodayTab {...tab} onHealth={() => choose('salud')} />}
            </LoadedPart>
          ),
        },
        { name: 'taller', label: 'Taller', content: <WorkshopTab key={visit} {...tab} /> },
        { name: 'codigos', label: 'Codigos de Descuento', content: <DiscountsTab /> },
        { name: 'usuarios', label: 'Admin', content: <UsersTab key={visit} {...tab} /> },
        { name: 'ventas', label: 'Ventas', content: <SalesTab {...tab} /> },
        {
          name: 'ajustes',
          label: 'Ajustes',
          content: (
            <LoadedPart
              loader={settings}
              failure="No pudimos abrir los ajustes."
              waiting={waitFor(6)}
            >
              {({ ShopSettings }) => <ShopSettings />}
            </LoadedPart>
          ),
        },
        {
          name: 'salud',
          label: 'Salud',
          content: (
            <LoadedPart
              loader={health}
              failure="No pudimos abrir la salud de la tienda."
              waiting={waitFor(5)}
            >
              {({ HealthTab }) => <HealthTab {...tab} />}
            </LoadedPart>
          ),
        },
      ]}
    >
      {/* The profile over the panel has its own. */}
      {!isCovered && <Reauthentication onNoFactor={onClose} />}
    </AdminPanel>
  );
}

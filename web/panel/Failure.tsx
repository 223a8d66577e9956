import { LostAnswer, Refusal } from '#web/lib/api.ts';
import { openSignIn } from '#web/lib/sign-in.ts';
import { Button } from '#web/ui/Button.tsx';
import { Notice } from '#web/ui/Notice.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import styles from './Failure.module.css';

type Props = {
  error: unknown;
  text: string;
  /** The reason, if the text does not contain it. */
  detail?: string;
  onRetry?: () => void;
};

export function Failure({ error, text, detail, onRetry }: Props) {
  return (
    <div className={styles.failure}>
      <Notice tone="error">
        {text}
        {detail && <p className={styles.detail}>{detail}</p>}
      </Notice>
      {wantsSignIn(error) ? (
        <Button onClick={() => openSignIn()}>Iniciar Sesión</Button>
      ) : (
        onRetry && (
          <Button variant="secondary" onClick={onRetry}>
            Reintentar
          </Button>
        )
      )}
    </div>
  );
}

type FailedProps = { what: string; error: unknown; onRetry?: () => void };

/** An error message with its reason; nothing without an error. */
export function Failed({ what, error, ...rest }: FailedProps) {
  return error ? <Failure error={error} text={describeFailure(what, error)} {...rest} /> : null;
}

export type Query = {
  error: unknown;
  isFetching: boolean;
  refetch: () => unknown;
  /** Of a list by pages: `More` shows the error. */
  isFetchNextPageError?: boolean;
};

/** The error of a query with a button to retry; nothing while it is loading. */
export function QueryFailed({ what, query }: { what: string; query: Query }) {
  const error = query.isFetching || query.isFetchNextPageError ? null : query.error;
  return <Failed what={what} error={error} onRetry={() => void query.refetch()} />;
}

type StateProps = {
  what: string;
  query: Query & { data: unknown };
  /** The placeholder's blocks while nothing is loaded, and their height. */
  lines: number;
  height?: string;
};

/** The error of a query, or a placeholder while there is nothing to show yet. */
export function QueryState({ what, query, ...placeholder }: StateProps) {
  if (query.data === undefined && query.isFetching) return <Skeleton {...placeholder} />;
  return <QueryFailed what={what} query={query} />;
}

const NO_CONNECTION = 'Error de conexion con el servidor';
const UNKNOWN = 'Error desconocido en el servicio admin';

const byStatus: ReadonlyMap<number, string> = new Map([
  [401, 'No autorizado. Por favor, inicia sesion de nuevo.'],
  [403, 'No tienes permisos para realizar esta accion'],
  [404, 'Recurso no encontrado'],
  [500, 'Error interno del servidor'],
]);

const notSignedIn = {
  see: 'Debes estar autenticado para acceder a esta seccion',
  act: 'Debes estar autenticado para realizar esta accion',
};

/** Nothing was sent because no user is signed in. */
export class NotSignedIn extends Error {
  constructor(wanted: keyof typeof notSignedIn) {
    super(notSignedIn[wanted]);
    this.name = 'NotSignedIn';
  }
}

export function describeAdminError(error: unknown): string {
  if (!(error instanceof Error)) return UNKNOWN;
  if (error instanceof LostAnswer && error.status === null) return NO_CONNECTION;
  const status = statusOf(error);
  const known = status === null ? undefined : byStatus.get(status);
  if (known) return known;
  if (error.message) return withFields(error);
  return status !== null && status >= 300 ? `HTTP error! status: ${status}` : UNKNOWN;
}

function withFields(error: Error): string {
  const texts = error instanceof Refusal ? Object.values(error.fields) : [];
  return [error.message, ...texts.filter((text) => !error.message.includes(text))].join('. ');
}

/** Returns what failed, and why; only the reason if the session is missing. */
export function describeFailure(what: string, error: unknown): string {
  if (error instanceof NotSignedIn) return error.message;
  return `${what}: ${describeAdminError(error)}`;
}

/** Returns true if signing in again would help. */
export function wantsSignIn(error: unknown): boolean {
  return error instanceof NotSignedIn || statusOf(error) === 401;
}

function statusOf(error: unknown): number | null {
  return error instanceof LostAnswer || error instanceof Refusal ? error.status : null;
}

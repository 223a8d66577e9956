import { formatDate } from '#domain/dates.ts';
import type { Account } from '#web/lib/account.ts';
import { Facts } from '#web/ui/Facts.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import { LoadState } from '#web/ui/LoadState.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import styles from './Profile.module.css';
import { useProfile } from './queries.ts';

export function InfoTab({ account }: { account: Account }) {
  const { data, error, isFetching, refetch } = useProfile(account);
  if (!data) {
    return (
      <LoadState error={error} isLoading={isFetching} onRetry={() => void refetch()}>
        <Skeleton lines={1} height="10.5rem" />
      </LoadState>
    );
  }
  const { email, emailVerified, metadata } = data.user;
  return (
    <div className={styles.card}>
      <Facts
        facts={[
          ['Email', email],
          ['Estado de verificación', <Verification key="state" isVerified={emailVerified} />],
          ['Fecha de registro', formatDate(metadata.creationTime)],
          ['Último acceso', formatDate(metadata.lastSignInTime)],
        ]}
      />
    </div>
  );
}

function Verification({ isVerified }: { isVerified: boolean }) {
  return (
    <span className={isVerified ? styles.verified : styles.unverified}>
      <Icon name={isVerified ? 'tick' : 'warning'} />
      {isVerified ? 'Verificado' : 'No verificado'}
    </span>
  );
}

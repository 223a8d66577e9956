import { Facts } from '#web/ui/Facts.tsx';
import { formatDay } from '#web/ui/format-date.ts';
import type { Account } from '../account.ts';
import { LoadState } from './LoadState.tsx';
import { useProfile } from './queries.ts';

export function InfoTab({ account }: { account: Account }) {
  const { data, error, isFetching, refetch } = useProfile(account);
  if (!data) {
    return <LoadState error={error} isLoading={isFetching} onRetry={() => void refetch()} />;
  }
  const { email, emailVerified, metadata } = data.user;
  return (
    <Facts
      facts={[
        ['Email', email],
        ['Estado de verificación', emailVerified ? 'Verificado' : 'No verificado'],
        ['Fecha de registro', formatDay(metadata.creationTime)],
        ['Último acceso', formatDay(metadata.lastSignInTime)],
      ]}
    />
  );
}

import type { ReactNode } from 'react';
import styles from './EmptyState.module.css';
import { type EmptyArt, emptyArt } from './empty-art.ts';
import { Photo } from './Photo.tsx';

export function EmptyState({ art, children }: { art: EmptyArt; children: ReactNode }) {
  return (
    <div className={`stack-3 ${styles.empty}`}>
      <Photo {...emptyArt[art]} alt="" />
      <p>{children}</p>
    </div>
  );
}

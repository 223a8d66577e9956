import type { ReactNode } from 'react';
import { FeatureCards } from './FeatureCards.tsx';
import { Hero } from './Hero.tsx';
import { OrderDesk } from './OrderDesk.tsx';
import { useOrderDesk } from './use-order-desk.ts';

type Props = {
  /** What admins find here besides. */
  adminTools?: ReactNode;
};

export function Home({ adminTools }: Props) {
  const desk = useOrderDesk();
  return (
    <>
      <Hero onCreate={desk.open} onCreateLikely={desk.warm} />
      {adminTools}
      <OrderDesk desk={desk} />
      <FeatureCards />
    </>
  );
}

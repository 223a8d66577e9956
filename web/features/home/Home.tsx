import { FeatureCards } from './FeatureCards.tsx';
import { Hero } from './Hero.tsx';
import { OrderDesk } from './OrderDesk.tsx';
import { useOrderDesk } from './use-order-desk.ts';

export function Home() {
  const desk = useOrderDesk();
  return (
    <>
      <Hero onCreate={desk.open} onCreateLikely={desk.warm} />
      <OrderDesk desk={desk} />
      <FeatureCards />
    </>
  );
}

import type { ReactNode } from 'react';
import { FeatureCards } from './FeatureCards.tsx';
import { Hero } from './Hero.tsx';
import { useWizardPlace } from './use-wizard-place.ts';
import { WizardPlace } from './WizardPlace.tsx';

type Props = {
  adminTools?: ReactNode;
};

export function Home({ adminTools }: Props) {
  const wizard = useWizardPlace();
  return (
    <>
      <Hero onCreate={wizard.open} onCreateLikely={wizard.warm} />
      {adminTools}
      <WizardPlace wizard={wizard} />
      <FeatureCards />
    </>
  );
}

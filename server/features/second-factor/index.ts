export { forgetSecondFactor } from './forget-second-factor.ts';
export { readSecondFactor, secondFactorGate } from './read-second-factor.ts';
export { sweepPasses } from './repo.ts';
export { secondFactorRoutes } from './routes.ts';

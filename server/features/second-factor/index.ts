export { forgetOtherPasses, forgetPass } from './forget-passes.ts';
export { forgetSecondFactor } from './forget-second-factor.ts';
export { readSecondFactor, secondFactorGate } from './read-second-factor.ts';
export { secondFactorRoutes } from './routes.ts';
export { sweepPasses } from './sweep-passes.ts';

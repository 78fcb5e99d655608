import { enterClean } from './environment/enter-clean.ts';

/** `npm start`. What it is made of is loaded once the environment is clean. */
const env = enterClean();
const { launchFromCommandLine } = await import('./launch/launch.ts');
await launchFromCommandLine(env);

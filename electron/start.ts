import { restartWithCleanEnv } from './environment/clean-env.ts';

/** `npm start`. Everything else is loaded once the environment is clean. */
const env = restartWithCleanEnv();
const { launchFromCommandLine } = await import('./launch/launch.ts');
await launchFromCommandLine(env);

import { createTextClient, startTextWorker } from '#markdown/worker/text-client.ts';

/** For all texts of the page. The worker starts with the first text that needs it. */
export const textClient = createTextClient(startTextWorker);

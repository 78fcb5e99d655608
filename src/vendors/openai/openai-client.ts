import OpenAI from 'openai';
import type { VendorFetch } from '../base-ai-service.ts';
import { HOST_KEY, SDK_TIMEOUT_MS } from '../sdk-settings.ts';

export function connectOpenAI(baseURL: string, fetch: VendorFetch): OpenAI {
  return new OpenAI({
    baseURL,
    fetch,
    apiKey: HOST_KEY,
    dangerouslyAllowBrowser: true,
    maxRetries: 0,
    timeout: SDK_TIMEOUT_MS,
    logLevel: 'off',
  });
}

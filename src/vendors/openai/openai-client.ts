import OpenAI from 'openai';
import type { VendorFetch } from '../base-ai-service.ts';
import { sdkSettings } from '../sdk-settings.ts';

export function connectOpenAI(baseURL: string, fetch: VendorFetch): OpenAI {
  return new OpenAI(sdkSettings(baseURL, fetch));
}

import OpenAI from 'openai';
import type { VendorFetch } from '../base/base-ai-service.ts';
import { sdkSettings } from '../base/sdk-settings.ts';

export function connectOpenAI(baseURL: string, fetch: VendorFetch): OpenAI {
  return new OpenAI(sdkSettings(baseURL, fetch));
}

import OpenAI from 'openai';
import { sdkClients } from '../base/sdk-settings.ts';

export const openAIClient = sdkClients((settings) => new OpenAI(settings));

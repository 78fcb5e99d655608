import Anthropic from '@anthropic-ai/sdk';
import { GoogleGenAI } from '@google/genai';
import OpenAI from 'openai';
import type { PracticeVendors } from '#practice/create-practice-vendors.ts';

/** The vendors as the `fetch` that the official clients accept. */
export const fetchOf =
  (vendors: PracticeVendors): typeof fetch =>
  (input, init) =>
    vendors.fetch(new Request(input, init));

const QUIET = { apiKey: 'practice', maxRetries: 0, logLevel: 'off' } as const;

export const anthropicOf = (vendors: PracticeVendors): Anthropic =>
  new Anthropic({ ...QUIET, baseURL: 'https://anthropic.practice.invalid', fetch: fetchOf(vendors) });

export const openaiOf = (vendors: PracticeVendors, baseURL = 'https://openai.practice.invalid/v1'): OpenAI =>
  new OpenAI({ ...QUIET, baseURL, fetch: fetchOf(vendors) });

export const geminiOf = (vendors: PracticeVendors): GoogleGenAI =>
  new GoogleGenAI({
    apiKey: 'practice',
    httpOptions: { baseUrl: 'https://gemini.practice.invalid', apiVersion: 'v1beta', fetch: fetchOf(vendors) },
  });

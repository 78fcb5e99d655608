import { describe } from 'vitest';
import { checkCases } from './support/cases.ts';
import { CHAT_CASES } from './support/chat-cases.ts';
import { instantVendors, type Json } from './support/vendors.ts';

describe('rules of Chat Completions', () => {
  const vendors = instantVendors();
  checkCases(vendors, CHAT_CASES, ({ json }) => {
    const error = json.error as Json;
    return { message: String(error.message), error };
  });
});

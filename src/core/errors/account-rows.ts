import type { ErrorRow } from './error-table.ts';

/** Money, quotas and rates. They come before overflow: their texts mention tokens and limits too (X-34, Q4). */
export const ACCOUNT_ROWS: readonly ErrorRow[] = [
  {
    kind: 'billing',
    text: /credit balance is too low|billing_error|payment required|billing hard limit|requires more credits/,
  },
  // xAI, with 429 and with 403 (continue#10373, 2026-02; warp#14863, 2026-08; continue#12670, 2026-06).
  { kind: 'billing', text: /used all available credits|monthly spending limit|doesn't have any credits/ },
  // With 429: Zhipu (continue#11823, 2026-03; GLM-5#148, 2026-09), Moonshot (opencode#24462, 2026-04), Google
  // (dyad#3626, 2026-06). With 400: DashScope (help.aliyun.com/zh/model-studio/error-code, 2026).
  {
    kind: 'billing',
    text: /insufficient balance|余额不足|prepayment credits are depleted|your account is in good standing/,
  },
  // Anthropic, with 400 (claude-code#38038, 2026-03); Google, with 429 (ai.studio/spend, 2026).
  { kind: 'quota', text: /reached your specified api usage limits|exceeded its monthly spending cap/ },
  // OpenRouter, with 403 (vellum-assistant PR#38275, 2026-07; hermes-agent#107166, 2026-09).
  { kind: 'quota', text: /\b(key|budget) limit exceeded/ },
  {
    kind: 'quota',
    text: /insufficient_quota|exceeded your current quota.{0,120}(plan|billing)|per day|daily (limit|quota)|quota: /,
  },
  {
    kind: 'rate_limit',
    text: /rate[ _-]?limit|too many requests|throttl|tokens per min|requests per min|\btpm\b|\brpm\b|resource_exhausted/,
  },
];

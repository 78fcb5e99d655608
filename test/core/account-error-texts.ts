import type { ErrorClass } from '#core/errors/classify-error.ts';

/** What vendors say of an account that has nothing left, and of limits that its owner set. */
export const ACCOUNT_TEXTS: readonly (readonly [
  text: string,
  expected: Partial<ErrorClass> & { kind: ErrorClass['kind'] },
])[] = [
  // xAI, with 403 (continue#12670, 2026-06)
  [
    "Your newly created team doesn't have any credits or licenses yet. You can purchase those on https://console.x.ai/team/481c7584.",
    { kind: 'billing', retryable: false },
  ],
  // Zhipu, with 429 (GLM-5#148, 2026-09; continue#11823, 2026-03)
  ['Insufficient balance or no resource package. Please recharge.', { kind: 'billing', retryable: false }],
  ['余额不足或无可用资源包,请充值。', { kind: 'billing', retryable: false }],
  // Moonshot, with 429 (opencode#24462, 2026-04)
  [
    'Your account org-446a70bb <ak-f817m9q3> is suspended due to insufficient balance, please recharge your account or check your plan and billing details',
    { kind: 'billing', retryable: false },
  ],
  // DashScope, with 400 (help.aliyun.com/zh/model-studio/error-code, 2026)
  ['Access denied, please make sure your account is in good standing.', { kind: 'billing', retryable: false }],
  // Google, with 429 (dyad#3626, 2026-06; ai.studio/spend, 2026)
  [
    'Your prepayment credits are depleted. Please go to AI Studio at https://ai.studio/projects to manage your project and billing.',
    { kind: 'billing', retryable: false },
  ],
  [
    'Your project has exceeded its monthly spending cap. Please go to AI Studio at https://ai.studio/spend to manage your project spend cap.',
    { kind: 'quota', retryable: false },
  ],
  // OpenRouter, with 403 (vellum-assistant PR#38275, 2026-07; hermes-agent#93979, 2026-08, and #107166, 2026-09)
  [
    'Key limit exceeded (total limit). Manage it using https://openrouter.ai/settings/keys',
    { kind: 'quota', retryable: false },
  ],
  ['Budget limit exceeded (monthly limit)', { kind: 'quota', retryable: false }],
];

import { createContext, use } from 'react';
import type { Configurations } from '#state/configurations.ts';
import type { HookNotices } from '#state/hook-notices.ts';

export interface ReliabilityServices {
  configurations: Configurations;
  notices: HookNotices;
}

export const ReliabilityContext = createContext<ReliabilityServices | null>(null);

export function useReliabilityServices(): ReliabilityServices {
  const services = use(ReliabilityContext);
  if (!services) throw new Error('ReliabilityContext is missing');
  return services;
}

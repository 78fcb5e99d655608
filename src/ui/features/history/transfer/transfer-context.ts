import { createContext, use } from 'react';
import { useStore } from 'zustand';
import type { ExportState } from '#state/exports.ts';
import type { IncomingTransferState } from '#state/incoming-transfer.ts';
import type { TransferStores } from '#state/transfer-stores.ts';

export const TransferContext = createContext<TransferStores | null>(null);

export function useTransfers(): TransferStores {
  const transfers = use(TransferContext);
  if (!transfers) throw new Error('TransferContext is missing');
  return transfers;
}

export function useExportState(): ExportState {
  return useStore(useTransfers().exports.store);
}

export function useIncomingTransferState(): IncomingTransferState {
  return useStore(useTransfers().intake.store);
}

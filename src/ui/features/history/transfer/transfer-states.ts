import { useStore } from 'zustand';
import type { ExportState } from '#state/exports.ts';
import type { IncomingTransferState } from '#state/incoming-transfer.ts';
import { useServices } from '#ui/data/services.ts';

export function useExportState(): ExportState {
  return useStore(useServices().transfers.exports.store);
}

export function useIncomingTransferState(): IncomingTransferState {
  return useStore(useServices().transfers.intake.store);
}

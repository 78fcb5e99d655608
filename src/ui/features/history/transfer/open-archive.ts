import type { IncomingTransfer } from '#state/incoming-transfer.ts';

/** The ending of Baton's archives. Older ones end in `.zip` and are opened by hand. */
export const isArchiveName = (name: string): boolean => name.toLowerCase().endsWith('.baton');

/** Shows what is in an archive. Returns false while another file is read or restored. */
export function openArchive(intake: IncomingTransfer, file: File): boolean {
  const { step } = intake.store.getState();
  if (step === 'reading' || step === 'restoring') return false;
  void intake.open([file]);
  return true;
}

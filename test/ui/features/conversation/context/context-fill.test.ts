import { expect, it } from 'vitest';
import type { ContextMeasure } from '#flows/request/request-inspection.ts';
import type { DraftRow } from '#storage/rows.ts';
import { contextFill } from '#ui/features/conversation/context/use-context-fill.ts';
import { keyOf, type Reading } from '#ui/features/conversation/documents/use-readings.ts';
import { findModel } from '#vendors/catalog/find-model.ts';

const MB = 1_000_000;
const model = findModel('anthropic', 'claude-opus-4-8', 'anthropic');
const measure = { model, tokens: 0, factor: 1, budget: 150_000 } as unknown as ContextMeasure;

type Attachment = DraftRow['attachments'][number];

const tokens = (mime: string, name: string, reading: Reading | null, bytes = 3 * MB): number => {
  const file: Attachment = { kind: 'file', mime, name, blob: 'b', bytes };
  const row: DraftRow = { sessionId: 's', text: 'hi', attachments: [file], at: 1 };
  return contextFill(measure, row, new Map(reading ? [[keyOf(file), reading]] : [])).draft;
};

const DOCX = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';
const PDF = 'application/pdf';
const read = (form: 'word' | 'pdf', total?: number): Reading => ({
  state: 'read',
  tokens: 200,
  document: { form, text: '', ...(total !== undefined && { parts: { unit: 'page', total, read: total } }) },
});

it('an attached file counts by what was read in it, not by its size', () => {
  expect(tokens(DOCX, 'a.docx', read('word'))).toBeLessThan(300);
  expect(tokens(DOCX, 'a.docx', { state: 'reading' })).toBeLessThan(100);
  expect(tokens('video/mp4', 'a.mp4', { state: 'failed', code: 'unknown' })).toBeLessThan(100);
  const pages = tokens(PDF, 'a.pdf', read('pdf', 2));
  expect(pages).toBeGreaterThan(3_000);
  expect(pages).toBeLessThan(4_000);
  expect(tokens(PDF, 'scan.pdf', { state: 'failed', code: 'no-text', pages: 2 })).toBeLessThan(4_000);
});

it('a text that was read counts as its chip says', () => {
  const text: Reading = { state: 'read', tokens: 200, document: { form: 'text', text: 'a', encoding: 'utf-8' } };
  expect(tokens('text/plain', 'a.txt', text)).toBeLessThan(300);
});

it('by its size counts a text that was not read, which is sent whole, and a PDF whose pages are unknown', () => {
  expect(tokens('text/plain', 'a.txt', { state: 'failed', code: 'too-large' })).toBeGreaterThan(150_000);
  expect(tokens(PDF, 'a.pdf', { state: 'failed', code: 'too-slow' })).toBeGreaterThan(40_000);
  expect(tokens(DOCX, 'a.docx', null)).toBeGreaterThan(150_000);
});

import { Tag } from '../components/tag.js';
import type { AnswerKind } from './log.js';

/** A sign for each kind, which any font has, so that no one depends on its colour. */
const signs: Readonly<Record<AnswerKind, string>> = {
  promised: '=',
  open: '?',
  beyond: '+',
  violation: '!',
  refused: '×',
};

/** What an answer is, at a glance. */
export function KindTag({ kind }: { readonly kind: AnswerKind }) {
  return (
    <Tag kind={kind}>
      <span aria-hidden="true">{signs[kind]} </span>
      {kind}
    </Tag>
  );
}

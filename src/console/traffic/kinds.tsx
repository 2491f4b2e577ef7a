import type { ComponentChildren } from 'preact';
import type { Exchange, Note } from '../types.js';

/** What an answer is, at a glance: the first of these that applies. */
export const answerKinds = ['refused', 'violation', 'beyond', 'open', 'promised'] as const;
export type AnswerKind = (typeof answerKinds)[number];

export function classify({ notes }: Pick<Exchange, 'notes'>): AnswerKind {
  const has = (test: (note: Note) => boolean) => notes.some(test);
  if (has(({ kind }) => kind === 'refused')) {
    return 'refused';
  }
  if (has(({ kind }) => kind === 'violation')) {
    return 'violation';
  }
  if (has((note) => note.kind === 'scenario' && note.beyond)) {
    return 'beyond';
  }
  return has(({ kind }) => kind === 'open') ? 'open' : 'promised';
}

interface TagProps {
  readonly kind: AnswerKind | Note['kind'];
  readonly children: ComponentChildren;
}

/** A coloured word; the text says the same as the colour. */
export function Tag({ kind, children }: TagProps) {
  return <span class={`tag ${kind}`}>{children}</span>;
}

/** A sign for each kind, which any font has, so that no one depends on its colour. */
const signs = { promised: '=', open: '?', beyond: '+', violation: '!', refused: '×' };

export function KindTag({ kind }: { readonly kind: AnswerKind }) {
  return (
    <Tag kind={kind}>
      <span aria-hidden="true">{signs[kind]} </span>
      {kind}
    </Tag>
  );
}

/** A note of an exchange. */
export function NoteTag({ note }: { readonly note: Note }) {
  switch (note.kind) {
    case 'open':
      return (
        <Tag kind="open">
          {note.point}: {note.choice}
        </Tag>
      );
    case 'scenario':
      return <Tag kind={note.beyond ? 'beyond' : 'scenario'}>{note.applied}</Tag>;
    case 'deprecated':
      return <Tag kind="deprecated">deprecated: {note.operation}</Tag>;
    case 'violation':
      return <Tag kind="violation">violation of section {note.section}</Tag>;
    case 'refused':
      return <Tag kind="refused">refused: {note.code}</Tag>;
  }
}

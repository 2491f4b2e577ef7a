import type { ComponentChildren } from 'preact';
import type { Schemas } from '../api.js';

/** What a tag stands for: the kinds of notes, and promised behaviour, which has no note. */
export type TagKind = Schemas['Note']['kind'] | 'promised' | 'beyond';

interface TagProps {
  readonly kind: TagKind;
  readonly children: ComponentChildren;
}

/** A coloured word; the text says the same as the colour. */
export function Tag({ kind, children }: TagProps) {
  return <span class={`tag tag-${kind}`}>{children}</span>;
}

function describeNote({ kind, point, choice, operation, section, applied, code }: Schemas['Note']) {
  switch (kind) {
    case 'open':
      return `${point}: ${choice}`;
    case 'scenario':
      return applied ?? 'forced';
    case 'deprecated':
      return `deprecated: ${operation}`;
    case 'violation':
      return `violation of section ${section}`;
    case 'refused':
      return `refused: ${code}`;
  }
}

/** A note of an exchange. */
export function NoteTag({ note }: { readonly note: Schemas['Note'] }) {
  return <Tag kind={note.beyond ? 'beyond' : note.kind}>{describeNote(note)}</Tag>;
}

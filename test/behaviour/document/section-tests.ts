import { expect, test } from 'vitest';
import { behaviour, type Open } from '../../support/behaviour.js';
import { compare, documentStatements, noDifferences } from './statements.js';

/** The tests of one section of the interface document; each is named after what it shows. */
export interface SectionTests {
  /** A statement about what the service does. */
  behaviour(statement: string, run: (open: Open) => Promise<void>): void;
  /** A statement about what the interface is: how the spec describes it. */
  description(statement: string, run: () => void): void;
}

/**
 * Opens the tests of a section. That none is missing is itself a test, which comes with this call and
 * can't be left out; it runs when all tests of the file are known.
 */
export function sectionTests(section: string): SectionTests {
  const tested: string[] = [];
  test(`every sentence of section ${section} has a test`, () => {
    const stated = documentStatements().get(section) ?? [];
    expect(compare(stated, tested)).toEqual(noDifferences);
  });
  return {
    behaviour(statement, run) {
      tested.push(statement);
      behaviour(statement, run);
    },
    description(statement, run) {
      tested.push(statement);
      test(statement, run);
    },
  };
}

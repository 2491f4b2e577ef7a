/** What every view gets. */
export interface ViewProps {
  /** The sandbox that the person chose, else `default`. */
  readonly sandbox: string;
  /** The sandbox that the person chose; a view that can show all of them does without one. */
  readonly chosen: string | undefined;
  /** The parameters of the view in the URL. */
  readonly parameters: URLSearchParams;
}

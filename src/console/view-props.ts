/** What every view gets. */
export interface ViewProps {
  readonly sandbox: string;
  /** The parameters of the view in the URL. */
  readonly parameters: URLSearchParams;
}

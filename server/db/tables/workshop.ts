import type { ColumnType, Generated } from 'kysely';
import type { SheetFailure, SheetState } from '#contract/production/sheets.ts';
import type { Paper } from '#domain/production/paper.ts';
import type { ProofState } from '#domain/production/proofs.ts';
import type { Separation } from '#domain/production/sheets.ts';
import type { CropColumns, Fixed, Flag, Millis } from './columns.ts';

export type WorkshopTables = {
  /** Only an order's latest proof is valid; earlier ones are `replaced`. */
  proofs: {
    /** Part of its link, which the shop signs. */
    id: Fixed<string>;
    order_id: Fixed<string>;
    state: ProofState;
    /** Since when. */
    state_at: Millis;
    created_at: Fixed<Millis>;
    /** Null: the approval was given outside the shop, so no mail was sent. */
    sent_at: Fixed<Millis | null>;
    reminded_at: Millis | null;
    answered_at: Millis | null;
    /** The buyer's words with the answer, or who approved it and how. */
    words: string | null;
    /** Its frozen content: JSON of `FrozenPin[]`, and the SHA-256 of that JSON. */
    pins: Fixed<string>;
    hash: Fixed<string>;
  };
  /** The press sheets that an order was on; they outlive the sheets. */
  order_sheets: {
    order_id: Fixed<string>;
    sheet_id: Fixed<string>;
    requested_at: Fixed<Millis>;
    /** The only product on it; null: all pins. */
    product_id: Fixed<string | null>;
    /** 1: it was cancelled or not made. */
    is_cancelled: ColumnType<Flag, Flag | undefined, Flag>;
  };
  /** An uploaded picture; its crop is the default of its pins. */
  uploads: CropColumns & {
    /** Unguessable; part of the picture's address. */
    id: Fixed<string>;
    mime_type: Fixed<string>;
    /** Size of the original file. */
    bytes: Fixed<number>;
    /** Of the original file, base64url; null once its files are removed. */
    sha256: string | null;
    width: Fixed<number>;
    height: Fixed<number>;
    created_at: Fixed<Millis>;
    /** Hash of the client's address while the picture waits for its order. */
    source: string | null;
    claimed_at: Millis | null;
    /** The account whose order claimed it; null for a guest's. */
    claimed_by: string | null;
    /** Diameter of the circle in its cached square, centred like the crop; null: there is none. */
    square_diameter: number | null;
    /** Size of its files together: the original, the shown copies and the square. */
    stored_bytes: Generated<number>;
    /** When its files were removed while its orders stay. */
    removed_at: Millis | null;
  };
  /** Bytes of stored files, whether ordered later or not. */
  upload_sums: {
    /** Hash of the client or of its network; `*` for all. */
    source: Fixed<string>;
    /** A day in UTC, such as `2026-03-09`. */
    day: Fixed<string>;
    bytes: number;
  };
  /** Hashes of stored files and mails; a file has more than one while it is being replaced. */
  file_hashes: {
    /** The storage's key, or the name of a mail's file. */
    file: Fixed<string>;
    /** Base64url. */
    sha256: Fixed<string>;
  };
  sheets: {
    /** Also names its file. */
    id: Fixed<string>;
    state: SheetState;
    /** 0 to 1. */
    progress: number;
    pages: number;
    pins: number;
    /** JSON, as in the API's response. */
    missing: string;
    /** JSON: pictures that print blurred. */
    blurred: Fixed<string>;
    /** Null: it has not failed. */
    failure: SheetFailure | null;
    /** JSON. */
    printed_before: Fixed<string>;
    /** The only product on it; both null: all pins of its orders. */
    product_id: Fixed<string | null>;
    product_name: Fixed<string | null>;
    paper: Fixed<Paper>;
    margin_mm: Fixed<number>;
    gap_mm: Fixed<number>;
    separation: Fixed<Separation>;
    /** The calibrated printer whose scale applies; null: no correction. */
    printer: Fixed<string | null>;
    scale_x: Fixed<number>;
    scale_y: Fixed<number>;
    /** A request with this hash returns this sheet; null: it is not reused any more. */
    request_hash: string | null;
    /** An admin's uid. */
    requested_by: Fixed<string>;
    created_at: Fixed<Millis>;
  };
  sheet_orders: {
    sheet_id: Fixed<string>;
    position: Fixed<number>;
    order_id: Fixed<string>;
  };
  printers: {
    name: Fixed<string>;
    scale_x: number;
    scale_y: number;
  };
};

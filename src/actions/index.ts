import type { Action, ActionRoute } from './action.ts';
import { markRead } from './alerts.ts';
import { askModel } from './ask-model.ts';
import { changeBrandAction, createBrand, deleteBrand, restoreBrand } from './brands.ts';
import { removeCompetitor, setCompetitor } from './competitors.ts';
import { makeDrain, removeDrainAction } from './drains.ts';
import {
  addEndpoint,
  noteEndpointTest,
  removeEndpoint,
  resumeEndpoint,
  rotateEndpointSecret,
} from './endpoints.ts';
import { enterKey, removeKey, tryKey } from './engine-keys.ts';
import { dropEvent, noteEvent } from './events.ts';
import { removeFact, setFact } from './facts.ts';
import { importFigures } from './figures.ts';
import { importLines } from './import-answers.ts';
import { createKeyAction, revokeKey, rotateKeyAction } from './keys.ts';
import { addLabel, takeBackLabel } from './labels.ts';
import { setAlerts, setCeilings } from './organization.ts';
import { fetchPages } from './pages.ts';
import { createProspect, keepProspect } from './prospects.ts';
import { addQuestions, changeQuestion, changeQuestions, pasteQuestions } from './questions.ts';
import { setReader } from './readers.ts';
import { deleteOrganization, purgeBrand } from './removals.ts';
import {
  addSheet,
  changeReportAction,
  createReportAction,
  deleteReport,
  endSheet,
  linkReportAction,
  mailReport,
  revokeReportLink,
  setReportLogo,
  stopReportMail,
} from './shared-reports.ts';
import { checkAnswer, dropSpotCheck } from './spot-checks.ts';
import { askNow, importFile, importLog, readPages, rescan, retryEngine, stop, undoImport } from './tasks.ts';
import { setTodo } from './todo.ts';
import {
  changeAccount,
  changeUser,
  createUser,
  deleteUserAction,
  disableUserAction,
  linkUser,
  removeFactorAction,
  requireFactorAction,
} from './users.ts';

/** Every action by name. The name says what it does in the audit log's, MCP's, and OpenAPI's words. */
export const actions = {
  add_questions: addQuestions,
  paste_questions: pasteQuestions,
  change_question: changeQuestion,
  change_questions: changeQuestions,
  create_brand: createBrand,
  change_brand: changeBrandAction,
  delete_brand: deleteBrand,
  restore_brand: restoreBrand,
  purge_brand: purgeBrand,
  create_prospect: createProspect,
  keep_prospect: keepProspect,
  set_competitor: setCompetitor,
  remove_competitor: removeCompetitor,
  add_event: noteEvent,
  remove_event: dropEvent,
  set_fact: setFact,
  remove_fact: removeFact,
  set_todo: setTodo,
  check_answer: checkAnswer,
  remove_spot_check: dropSpotCheck,
  import_answers: importLines,
  set_alerts: setAlerts,
  create_key: createKeyAction,
  rotate_key: rotateKeyAction,
  revoke_key: revokeKey,
  create_user: createUser,
  link_user: linkUser,
  change_user: changeUser,
  disable_user: disableUserAction,
  remove_factor: removeFactorAction,
  require_factor: requireFactorAction,
  delete_user: deleteUserAction,
  change_account: changeAccount,
  add_endpoint: addEndpoint,
  rotate_endpoint_secret: rotateEndpointSecret,
  note_endpoint_test: noteEndpointTest,
  resume_endpoint: resumeEndpoint,
  remove_endpoint: removeEndpoint,
  enter_engine_key: enterKey,
  try_engine_key: tryKey,
  remove_engine_key: removeKey,
  import_file: importFile,
  undo_import: undoImport,
  import_log: importLog,
  import_figures: importFigures,
  set_drain: makeDrain,
  remove_drain: removeDrainAction,
  ask_now: askNow,
  ask_model: askModel,
  rescan,
  read_pages: readPages,
  fetch_pages: fetchPages,
  stop_task: stop,
  retry_engine: retryEngine,
  set_ceilings: setCeilings,
  delete_organization: deleteOrganization,
  set_reader: setReader,
  mark_alerts: markRead,
  create_report: createReportAction,
  change_report: changeReportAction,
  set_report_logo: setReportLogo,
  delete_report: deleteReport,
  link_report: linkReportAction,
  revoke_report_link: revokeReportLink,
  mail_report: mailReport,
  stop_report_mail: stopReportMail,
  add_sheet_link: addSheet,
  end_sheet_link: endSheet,
  label_answer: addLabel,
  undo_label: takeBackLabel,
} as const;

export const ACTIONS: readonly Action[] = Object.values(actions);

export type RoutedAction = Action & { readonly route: ActionRoute; readonly example: object };

export const ROUTED_ACTIONS: readonly RoutedAction[] = ACTIONS.filter(
  (action): action is RoutedAction => action.route !== null,
);

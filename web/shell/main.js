// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// main.js - starts the page; its data determine which page it is.
import "./style.css";
import { DrivePage } from "../drive/page.js";
import { ResultPage } from "../replay/page.js";
import { ReportPage } from "../report/page.js";
import { Page } from "./page.js";
import { watch } from "./watch.js";

const pages = { model: Page, drive: DrivePage, report: ReportPage, result: ResultPage };

const data = JSON.parse(document.getElementById("jounce-data").textContent);
const page = new (pages[data.mode] ?? Page)(data);
globalThis.jouncePage = page; // for tests and for inspection
page.start();
if (data.watch) watch(data.watch, page);

import type { ThemeWords } from '../theme-words.ts';

export const EN: ThemeWords = {
  none: `secure_fit secure_grip secure_hold secure_and_comfortable securely_in_place security_camera* security_guard* smart_security to_support can_support
    supports_the supported supporting support_for support_up support_of not_support designed_for designed_to by_design designed_with designed_specifically
    feel_free free_of free_from looks_to looks_at look_at look_for looking_for look_elsewhere looks_like fast_growing fast_food as_long_as as_soon_as
    quick_look in_terms_of at_the_expense security_deposit no_limit_to price_drop_alerts set_up_as quick_to_point brand_of speed_dating work_with_teams
    works_with_teams works_with_clients not_available_information support_network supports breakfast steadfast up_to_date up_to_speed limited_edition
    fees_earned cost_center cost_tracking price_tracking review_board reviews_of reviews_and_approves available_information sold_as limited_company`,
  price: `price prices priced pricing pricey! costs cost costly! expensive! inexpensive! cheap! cheaper! cheapest! affordable! affordability! unaffordable! fee
    fees surcharge* subscription* per_user per_seat per_month a_month monthly_plan annual_plan paid_plan* paid_tier* free_plan* free_tier* free_trial*
    free_version* free_for is_free free_of_charge free_option free_to_use forever_free budget_friendly! overpriced! underpriced! discount* billing billed
    upfront_cost price_tag rates dollars entry_level_plan starting_at starts_at starts_from costing premiums deductible* charge? charges? bill? bills?
    invoice? pay? pays? paying? paid? payment? free? rate? tariff* budget? money? bargain cash? commission* markup* deposit? premium? quote? quotes?
    monthly? annually? yearly? annual? a_year? per_year per_person per_night per_day per_hour one_time flat_rate cent cents percent? spend? spending?
    savings? save? saves? refund* wallet? fortune steep dear dearly priciest pricier costlier cheaply exorbitant undercut* low_cost lower_cost reasonable
    reasonably_priced extra_cost hidden_cost* hidden_fee* hidden_charge* added_cost* extra_fee* extra_charge* price_tag* price_hike* price_increase* plan?
    plans? tier tiers trial? trials? license? licence? licensing? per_license afford affords for_free at_no_cost no_charge no_cost bill_shock money_back?
    sells_for runs_to tuition rent? fare fares luxury? prepaid installment* financing? interest_rate* apr cashback rebate* coupon* promo? sale_price
    half_price wholesale?`,
  value: `value_for_money value_for_the_money good_value! great_value! best_value! excellent_value! poor_value! worth_the! worth_every! worth_its! worth_it!
    bang_for bang_for_your_buck! for_what_you_pay! for_the_money! for_the_price! for_its_price! price_performance price_to_performance cost_effective!
    return_on_investment roi worth value? money_s_worth moneys_worth buck bang steal dollar_for_dollar pays_for_itself pay_off? pays_off? payback?
    investment? justify? justifies? justified? rip_off ripoff waste_of_money wasted_money deal? bargain? for_the_cost cost_benefit cost_to_benefit penny
    every_cent good_buy great_buy smart_buy best_buy for_what_it_is for_less`,
  ease_of_use: `easy_to_use! easier_to_use! easiest_to_use! hard_to_use! difficult_to_use! simple_to_use! easy_to_learn! hard_to_learn! easy_to_navigate!
    hard_to_navigate! easy_to_understand! easy_to_follow! ease_of_use intuitive! intuitively! unintuitive! user_friendly! beginner_friendly!
    user_friendliness usability learning_curve! straightforward! clunky! cumbersome! confusing! complicated! non_technical simplicity! overwhelming!
    effortless! approachable! easily_navigate! tech_savvy steep_learning_curve! fiddly! self_explanatory! easy_for_beginners! simple_interface!
    easy_to_operate! easy_to_master! easy_to_handle! easy? easier? easiest? easily? simple? simpler? simplest? simply? hard? difficult? tricky complex
    complexity intuitiveness usable unusable user_experience? navigate navigation? navigating menus? clicks learn? learning? master? grasp? understand?
    figure_out beginners beginner? newcomers? novice* newbies non_tech* navigates maze puzzle hassle_free hassle? painless painful awkward handy?
    convenient convenience inconvenient comfortable_to_use counterintuitive counter_intuitive self_explaining at_a_glance? foolproof fuss fuss_free
    no_fuss training? untrained? manual? explains_itself operate operating? controls? control? drag_and_drop? one_click? taps accessible? friendly?
    child_s_play breeze a_breeze steep? struggle? struggles? lost? frustrating? effort? effortlessly`,
  setup: `setup set_up setting_up sets_up set_ups install installs installed installing installation* installer onboard* configure configured configuring
    configuration implementation implement* migrate migrating migration* deploy deploys deployed deploying deployment* get_started getting_started
    up_and_running assembly assemble* to_assemble quick_start out_of_the_box setup_process installs_in assembled? assembling unbox* box? mount? mounting?
    mounted? fits? fitted? wired? wire? wiring? plug_and_play rollout roll_out rolled_out rolling_out onboards import_your? importing? imports?
    switching_to? switch_to? moving_to? sign_up signing_up signup registration? register? activation? activate? activated? opening_an_account
    open_an_account account_opening self_host* self_hosted on_premises on_premise docker? hosted? provisioning deployable boot? technician? engineer?
    consultant? instructions? ready_to_use? up_in_minutes first_run initial_configuration install_time wizard? in_minutes? within_minutes? pre_assembled
    preconfigured`,
  features: `feature features featureset feature_rich! functionality functionalities capability capabilities tools toolset reporting reports report dashboard
    dashboards template templates automation automations analytics custom_fields customization customizable! customisable! time_tracking kanban gantt
    function functions modules workflow_builder built_in add_on add_ons offline_mode mobile_app noise_cancelling noise_cancellation battery_life editor
    search_function attachments accessories calendar_view timeline_view invoicing collaboration_tools tool? lets_you? lets_users? allows_you? allow_you?
    enables? lets? allows? offers? includes? include? including? comes_with? supports? support_for? has_a? built? options? option? customize? customise?
    customized? module? tracking tracks? tracker? calendar chat? charts chart boards board? lists? tasks? notes? search? filters filter? tags? alerts?
    alert? notifications reminders reminder? forms? surveys? invoices? invoice? receipts? recording? records? transcri* translat* summar* generates?
    automates automatically? automatic? automated workflow* scheduling schedule? schedules? planner? timeline view? views? exports? export? exporting?
    pdf? csv? excel? json? formats? format? file? files? dark_mode offline? voice? video? camera? cameras? screen? display? gb? tb? inch* storage?
    battery? sensor* microphone? speakers? charger? case? cable? straps? pool? spa? gym? balcony? kitchenette? breakfast? wifi? parking? cover? covers?
    coverage? policy? policies? library? content? missing? lacks? lack? lacking? basic? advanced? powerful? rich? robust? limited_features comprehensive?
    all_in_one versatile versatility flexib*? specs specification* extras extra? equipped? equipment? noise? gps? bluetooth? mode? modes? settings?
    permissions? portal? inventory stock? shifts? quizzes? playlists? heart_rate? ai? undo? merge? split? scans? scan? scanner? reads? measures? measure?
    predicts? analy*`,
  integrations: `integrat* connects_to connects_with connect_to connector* plugin* plug_in* plug_ins api apis rest_api webhook* zapier syncs_with sync_with works_with
    compatible_with compatibility third_party_apps third_party_tools interoperab* pairs_with sso_integration imports_from exports_to connects? connect?
    connected? connection? connecting? sync syncs synchroni* compatible? interop* pairs? pair? plugs? hooks_into hook_into embed? embeds? embeddable
    webhooks? connector? exchange? exchanges_data talks_to works_alongside third_party? slack? salesforce? hubspot? gmail? outlook? teams? zoom? jira?
    notion? shopify? stripe? quickbooks? xero? google? microsoft? alexa? homekit? siri? crm? erp? sap? datev? rest? interface? sdk odata sso? ecosystem
    existing_systems existing_tools other_apps other_tools other_software our_stack tech_stack stack? links? link? linked? imports? import? extension*
    mount? fits?`,
  limits: `limit limits limited! limited_to limitation* limiting! capped caps caps_at cap restrict* restriction* maximum up_to_users usage_cap quota* only_allows
    only_lets only_supports no_more_than rate_limit* storage_limit* minimum at_most up_to? max? only? restricted allows_only allows_at_most no_limit
    no_limits unlimited ceiling threshold? exceed exceeds beyond? stops_at ends_at not_more_than no_more? lock_in locked_in locks_you locks? contract?
    contracts? commitment? minimum_stay minimum_order minimum_term cutoff? at_a_time? per_day? a_day? mb? gb? size? weight? weigh? weighs? kg? users?
    seats? days_only hours? limitless uncapped fair_use throttl* allowance allotment bound? requires? must? may_not? not_allowed forbids prohibits
    eligible ineligible age_limit open_only residents?`,
  speed: `fast! faster! fastest! quick! quicker! quickest! quickly! speed speeds speedy! speedily! slow! slower! slowest! slowly! slowness! sluggish! lag! lags!
    laggy! lagging! latency load_time* loading_time* loads_in responsive! snappy! performance delivery_time* turnaround! rapid! rapidly! swift! swiftly!
    instant! instantly! within_minutes takes_ages! wait_times prompt promptly brisk zippy nippy blazing lightning blink seconds? minutes? milliseconds ms?
    hours? days? weeks? overnight same_day next_day the_next_day next_morning delivery_time delivered_in? arrives? arrive? arrived? delivers? delivery?
    deliveries? takes? took? wait? waiting? waited? wait_time* waits long_waits delay delays delayed late? crawl crawls slows slow_down slowed slowdown*
    lagged freezes? freeze? freezing? stutter* choppy boots? boot? loads? load? loading? render? rendering throughput bandwidth mbit mbps gbit ages
    forever eternity no_time in_no_time real_time? instantaneous* immediate immediately? benchmark? efficient? efficiently? time_saving saves_time
    processing? processes? settled? express? acceleration accelerates charging charges_in pages_per_minute horsepower? queue? queues? timely? speediest`,
  reliability: `reliab* unreliab* uptime outage*! downtime! crash*! bug! bugs! buggy! glitch*! unstable! stability! stable! breaks_down! broke_down! breakdown*!
    dependab*! durab*! robust! fails_often! data_loss! breaks_after! malfunction*! long_lasting! holds_up! last_for_years! consistently_on_time! warranty
    dependable consistent consistently consistency trust? rely relied count_on counted_on let_down? lets_down? never_fails fail fails failed failure
    failures failing breaks broke broken break? breaking fall_apart falls_apart fell_apart faulty defect* defective repair? repaired repairs? error?
    errors hang? hangs freezes drops drop? dropped dropping disconnect* lost? loses losing? lose? corrupt* inaccurate accurate accuracy precise precision?
    solid solidly sturdy sturdiness rugged tough? lasting lasts last? lifespan lifetime long_life service_life built_to_last wear wears worn_out worn?
    flak* unpredictable intermittent patchy? goes_down went_down down? offline? unavailable? on_time punctual punctuality late delays? cancelled canceled
    cancel? no_show* missed misses guarantee guarantees guaranteed redundan* backup? failover data_centers? 99? sla uptime_guarantee rust rusts cracks?
    cracked leaks? leak? leaking seams hinge quality? workmanship build_quality well_built well_made poorly_made flimsy fragile brittle wobbl* never_let
    working? works? stops_working stopped_working maintenance? maintenance_free`,
  security: `secure! securely! security insecure! encrypt* gdpr hipaa soc_2 soc2 iso_27001 privacy two_factor 2fa single_sign_on sso data_protection data_breach*!
    breach*! breached! compliance compliant vulnerab*! data_residency audit_log* zero_knowledge access_control* leaked! hacked! permissions phishing
    private privately? confidential* encrypts encryption encrypted protect protects protected protection protecting password* login? logins authenticat*
    two_step passkey* biometric* fingerprint firewall malware virus* hack hacks hacker* leak leaks leaking? exposed stolen theft? fraud fraudulent scam
    scams spy spies spyware tracking? personal_data customer_data user_data data_policy data_handling data_center* certif*? iso soc audited audits audit?
    regulated regulatory regulation? deposit_insurance insured? fdic ccpa pci logs? no_logs advertisers sells_data selling? safe safer safest safety
    safely unsafe dangerous hazard* crash_safety airbag* risk? risky risks? permission roles? admin? backdoor open_source? zero_trust data_stays stored?
    servers? hosted_in on_device anonym*`,
  scale: `scale scales scaled scaling scalab* large_team* larger_team* big_team* growing_team* large_organization* large_organisation* large_enterprise*
    large_compan* enterprise_grade enterprise_scale enterprise_level large_project* thousands_of_users thousands_of_employees millions_of high_volume
    outgrow*! grows_with large_data* hundreds_of_users large_volume* large_scale scalable grow? grows? growing? growth? outgrow enterprise? enterprises
    large? larger? big? bigger? huge? massive? corporations corporate? multinational* organizations? organisations? companies? thousands? millions
    million? hundreds? employees? staff? sites locations? branches? departments small_teams? small_businesses? solo? freelancers? volume volumes traffic
    peak peaks spikes load high_traffic capacity clusters nodes concurrent simultaneous millions_of_users expand expands expanding expansion? keep_up
    keeps_up any_size of_all_sizes every_size`,
  support: `customer_support customer_service customer_care tech_support technical_support support_team* support_staff support_agent* support_ticket*
    support_response* email_support phone_support chat_support live_chat live_support 24_7_support support_is support_was support_are support_has
    support_takes support_answers support_replies support_responds support_can support_desk support_line support_channels support_quality help_desk
    helpdesk help_center hotline its_support their_support and_support the_support great_support! excellent_support! good_support! poor_support!
    bad_support! slow_support! responsive_support! friendly_support! helpful_support! dedicated_support priority_support premium_support after_sales
    account_manager* response_time* customer_success documentation knowledge_base answers_tickets unhelpful! offers_support multilingual_support
    user_support support? help? helps? helped? helpful helpfulness helping? assist assists assistance assistant? service? serviced? customer_team team?
    staff? staffed employees? agents? agent? representative* reps advisers advisors adviser? advisor? consultants? guides? hosts? waiters waitress*
    waitstaff receptionist* reception? concierge drivers? technicians reply replies replied respond responds responded response responses responsive
    responsiveness answer answers answered answering? phone phones? call calls? called? callback email emails mail? chat chatbot tickets ticket hold
    on_hold complaint complaints complain? refund refunds knowledgeable courteous polite rude unfriendly friendly attentive patient patience professional
    unprofessional dismissive ignores ignored unreachable hard_to_reach reachable contact contacts? in_person? onboarding_team? docs tutorial* webinar*
    forum forums community faq manual? help_articles self_service account_rep aftersales after_the_sale`,
  design: `design designs designed redesign* interface interfaces ui ux look_and_feel looks_great! looks_good! looks_dated! looks_modern! aesthetic*! layout
    layouts beautiful! beautifully! stylish! sleek! elegant! ugly! outdated_interface! modern_interface! visual visually! visuals cluttered! polished!
    minimalist! good_looking! attractive! dated_interface! color_scheme styling old_fashioned! styled style styles? look looks looking? looked? appearance
    aesthetics beauty pretty gorgeous stunning handsome lovely charming? chic sleekness clean? cleaner? uncluttered clutter tidy tidily? modern
    contemporary outdated dated old retro classic? minimal minimalistic tasteful taste? eyesore hideous ugliest bland dull? drab shabby tired worn
    run_down rundown decor decorated decoration furnished furnishings interior interiors? color colors colour colours black white oak? walnut? aluminum
    aluminium leather wood wooden plastic? material? materials? finish finishes fonts typography icons theme? themes skin? screens screen? homepage
    packaging shape slim thin thinner compact? lightweight? feel? visual_design graphic graphics branding? premium_feel upmarket ergonom*`,
  reputation: `reputation reputable! well_known popular! popularity trusted! trustworthy! reviews rating ratings rated award award_winning awards market_leader
    industry_leader widely_used widely_adopted household_name highly_regarded! well_regarded! renowned! famous! best_known respected! track_record
    established industry_standard highly_rated! recommended_by stars_on trustpilot g2 capterra respect respectable beloved loved loves? adored adore
    praised praise acclaim* trust trusts distrust mistrust star stars star_rating out_of_5 out_of_10 of_5 score scores scored graded grade? ranked ranks
    ranking rank survey surveys awarded winner wins won prize prizes named? voted recognized recognised recognition leader leading market_share number_one
    no_1 top_rated best_selling bestselling bestseller favorite_among favourite_among popular_among popular_with infamous notorious controvers* scandal
    scandals lawsuit* criticized criticised criticism complaints negative_reviews positive_reviews good_reviews bad_reviews mixed_reviews customer_reviews
    user_reviews testimonials word_of_mouth critics reviewers reviewer customers_say users_say image? brand_name name? credib* prestig* esteem*
    years_of_experience long_standing veteran? g2_crowd google_reviews yelp tripadvisor consumer_reports better_business_bureau bbb nps satisfaction
    customer_satisfaction`,
  availability: `available availability unavailable! in_stock out_of_stock sold_out! ships_to ships_worldwide shipping delivers_to operates_in not_sold waitlist*
    waiting_list* discontinued! on_ios on_android on_windows on_mac on_linux ios android web_app desktop_app apps_for countries worldwide open_on
    open_daily open_until open_from opening_hours locations retail_stores physical_stores stores_in nationwide sold_in sold_at branches accessible? open
    opens opening hours? closed closes sold? sells? sell? stock stocked out shop shops store stores retailer* dealers dealer outlets pharmacies
    supermarkets online order? ordered? buy bought purchase? get? obtain find found? ships shipped? deliver_to serves service_area coverage covers?
    international internationally globally global? regional region regions area areas rural city cities towns state states country europe us usa uk canada
    germany french? mac macos windows linux desktop mobile app_store play_store browser web platform platforms version? versions language languages
    localized english? spanish? booked booked_out appointments appointment slots waiting waitlisted launch launches launched release released beta
    coming_soon preorder* withdrawn withdrew exited exclusive exclusively invite_only limited_availability airports every_corner hard_to_find easy_to_find
    easy_to_get scarce back_in_stock`,
};

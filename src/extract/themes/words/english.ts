import type { ThemeWords } from '../theme-words.ts';

export const EN: ThemeWords = {
  none: `secure_fit secure_grip secure_hold secure_and_comfortable securely_in_place security_camera* security_guard* smart_security to_support can_support supports_the supported supporting support_for support_up support_of not_support designed_for designed_to by_design
    designed_with designed_specifically feel_free free_of free_from looks_to looks_at look_at look_for looking_for look_elsewhere looks_like
    fast_growing fast_food as_long_as as_soon_as quick_look in_terms_of at_the_expense security_deposit no_limit_to price_drop_alerts
    set_up_as quick_to_point brand_of speed_dating work_with_teams works_with_teams works_with_clients not_available_information
    support_network supports breakfast steadfast up_to_date up_to_speed limited_edition fees_earned cost_center cost_tracking
    price_tracking review_board reviews_of reviews_and_approves available_information sold_as limited_company`,
  price: `price prices priced pricing pricey! costs cost costly! expensive! inexpensive! cheap! cheaper! cheapest! affordable! affordability! unaffordable!
    fee fees surcharge* subscription* per_user per_seat per_month a_month monthly_plan annual_plan paid_plan* paid_tier* free_plan* free_tier* free_trial*
    free_version* free_for is_free free_of_charge free_option free_to_use forever_free budget_friendly! overpriced! underpriced! discount* billing
    billed upfront_cost price_tag rates dollars entry_level_plan starting_at starts_at starts_from costing premiums deductible*`,
  value: `value_for_money value_for_the_money good_value! great_value! best_value! excellent_value! poor_value! worth_the! worth_every! worth_its! worth_it! bang_for
    bang_for_your_buck! for_what_you_pay! for_the_money! for_the_price! for_its_price! price_performance price_to_performance cost_effective! return_on_investment roi`,
  ease_of_use: `easy_to_use! easier_to_use! easiest_to_use! hard_to_use! difficult_to_use! simple_to_use! easy_to_learn! hard_to_learn! easy_to_navigate! hard_to_navigate!
    easy_to_understand! easy_to_follow! ease_of_use intuitive! intuitively! unintuitive! user_friendly! beginner_friendly! user_friendliness usability learning_curve!
    straightforward! clunky! cumbersome! confusing! complicated! non_technical simplicity! overwhelming! effortless! approachable! easily_navigate! tech_savvy
    steep_learning_curve! fiddly! self_explanatory! easy_for_beginners! simple_interface! easy_to_operate! easy_to_master! easy_to_handle!`,
  setup: `setup set_up setting_up sets_up set_ups install installs installed installing installation* installer onboard* configure configured configuring configuration
    implementation implement* migrate migrating migration* deploy deploys deployed deploying deployment* get_started getting_started up_and_running assembly assemble*
    to_assemble quick_start out_of_the_box`,
  features: `feature features featureset feature_rich! functionality functionalities capability capabilities tools toolset reporting reports report dashboard dashboards
    template templates automation automations analytics custom_fields customization customizable! customisable! time_tracking kanban gantt
    function functions modules workflow_builder built_in add_on add_ons offline_mode mobile_app noise_cancelling noise_cancellation battery_life
    editor search_function attachments accessories calendar_view timeline_view invoicing collaboration_tools`,
  integrations: `integrat* connects_to connects_with connect_to connector* plugin* plug_in* plug_ins api apis rest_api webhook* zapier syncs_with sync_with
    works_with compatible_with compatibility third_party_apps third_party_tools interoperab* pairs_with sso_integration imports_from exports_to`,
  limits: `limit limits limited! limited_to limitation* limiting! capped caps caps_at cap restrict* restriction* maximum up_to_users usage_cap quota* only_allows only_lets only_supports
    no_more_than rate_limit* storage_limit*`,
  speed: `fast! faster! fastest! quick! quicker! quickest! quickly! speed speeds speedy! speedily! slow! slower! slowest! slowly! slowness! sluggish! lag! lags! laggy!
    lagging! latency load_time* loading_time* loads_in responsive! snappy! performance delivery_time* turnaround! rapid! rapidly! swift! swiftly! instant!
    instantly! within_minutes takes_ages! wait_times`,
  reliability: `reliab* unreliab* uptime outage*! downtime! crash*! bug! bugs! buggy! glitch*! unstable! stability! stable! breaks_down! broke_down! breakdown*!
    dependab*! durab*! robust! fails_often! data_loss! breaks_after! malfunction*! long_lasting! holds_up! last_for_years! consistently_on_time! warranty`,
  security: `secure! securely! security insecure! encrypt* gdpr hipaa soc_2 soc2 iso_27001 privacy two_factor 2fa single_sign_on sso data_protection data_breach*!
    breach*! breached! compliance compliant vulnerab*! data_residency audit_log* zero_knowledge access_control* leaked! hacked! permissions phishing`,
  scale: `scale scales scaled scaling scalab* large_team* larger_team* big_team* growing_team* large_organization* large_organisation* large_enterprise* large_compan*
    enterprise_grade enterprise_scale enterprise_level large_project* thousands_of_users thousands_of_employees millions_of high_volume outgrow*! grows_with
    large_data* hundreds_of_users large_volume* large_scale`,
  support: `customer_support customer_service customer_care tech_support technical_support support_team* support_staff support_agent* support_ticket* support_response*
    email_support phone_support chat_support live_chat live_support 24_7_support support_is support_was support_are support_has support_takes support_answers
    support_replies support_responds support_can support_desk support_line support_channels support_quality help_desk helpdesk help_center hotline its_support
    their_support and_support the_support great_support! excellent_support! good_support! poor_support! bad_support! slow_support! responsive_support! friendly_support!
    helpful_support! dedicated_support priority_support premium_support after_sales account_manager* response_time* customer_success documentation knowledge_base
    answers_tickets unhelpful! offers_support multilingual_support user_support`,
  design: `design designs designed redesign* interface interfaces ui ux look_and_feel looks_great! looks_good! looks_dated! looks_modern! aesthetic*! layout layouts
    beautiful! beautifully! stylish! sleek! elegant! ugly! outdated_interface! modern_interface! visual visually! visuals cluttered! polished! minimalist! good_looking!
    attractive! dated_interface! color_scheme styling old_fashioned!`,
  reputation: `reputation reputable! well_known popular! popularity trusted! trustworthy! reviews rating ratings rated award award_winning awards market_leader
    industry_leader widely_used widely_adopted household_name highly_regarded! well_regarded! renowned! famous! best_known respected! track_record established
    industry_standard highly_rated! recommended_by stars_on trustpilot g2 capterra`,
  availability: `available availability unavailable! in_stock out_of_stock sold_out! ships_to ships_worldwide shipping delivers_to operates_in not_sold waitlist* waiting_list*
    discontinued! on_ios on_android on_windows on_mac on_linux ios android web_app desktop_app apps_for countries worldwide open_on open_daily open_until open_from
    opening_hours locations retail_stores physical_stores stores_in nationwide sold_in sold_at branches`,
};
